/** Rows without the properties of their tokens: no cell shows them, and the creator of a token decides how many there are. */
export const listedHoldings = <Page extends { result: readonly { token_properties: object | string }[] }>(
  page: Page,
): Page => ({
  ...page,
  result: page.result.map((row) => ({ ...row, token_properties: {} })),
})
