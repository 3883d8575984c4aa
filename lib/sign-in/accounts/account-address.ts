/** Converts an account's address between the stored bytes and 0x with 64 lower-case digits. */
export const addressBytes = (address: string): Uint8Array => Uint8Array.from(Buffer.from(address.slice(2), 'hex'))

export const addressText = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`
