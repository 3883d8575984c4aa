/** What is known of the addresses in calls and events, by address in lower case. */
export type AddressBook = {
  names: ReadonlyMap<string, string>
  /** ERC20 tokens whose unit is known. */
  tokens: ReadonlyMap<string, { symbol: string; decimals: number }>
}

export const nobody: AddressBook = { names: new Map(), tokens: new Map() }
