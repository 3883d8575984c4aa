type Row = { hash: string; block_number: string; receipt_status: string | null }
type Page = { total: number | null; cursor: string | null; result: Row[] }

/** All pages of a wallet's transactions as a program with a key gets them. */
export const walkWallet = async (
  server: { url: string; key: string },
  address: string,
  bounds: Record<string, string> = {},
): Promise<{ total: number | null; rows: Row[] }> => {
  const rows: Row[] = []
  let total: number | null = null
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ ...bounds, limit: '100', disable_total: 'false', ...(cursor && { cursor }) })
    const response = await fetch(`${server.url}/api/v2/${address}?${query}`, { headers: { 'X-API-Key': server.key } })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    const page: Page = await response.json()
    total ??= page.total
    rows.push(...page.result)
    cursor = page.cursor
  }
  return { total, rows }
}
