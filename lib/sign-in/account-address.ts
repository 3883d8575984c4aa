/** An account's address as the store keeps it, and as everyone writes it: 0x and 64 lower-case digits. */
export const addressBytes = (address: string): Uint8Array => Uint8Array.from(Buffer.from(address.slice(2), 'hex'))

export const addressText = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`
