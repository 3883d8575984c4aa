/** An address as Aptos' REST interface writes it: without leading zeros. */
export const shortAddress = (account: string): string => account.replace(/^0x0*(?=.)/, '0x')
