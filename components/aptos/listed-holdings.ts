/** Rows without the properties of their tokens: no cell shows them, and their number is up to whoever minted the token. */
export const listedHoldings = <Page extends { result: readonly { token_properties: object | string }[] }>(
  page: Page,
): Page => ({
  ...page,
  result: page.result.map((row) => ({ ...row, token_properties: {} })),
})
