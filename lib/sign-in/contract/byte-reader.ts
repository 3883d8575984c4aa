/** Why bytes are not what they should be; caught where they are read. */
export class BytesFault extends Error {
  override readonly name = 'BytesFault'
}

/**
 * Reads BCS (Binary Canonical Serialization, the encoding of Aptos) byte by byte. Each value has one spelling: a length
 * written longer than it must be is refused, and so is what follows the end.
 * @throws BytesFault
 */
export class ByteReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  byte(): number {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw new BytesFault('ends too early')
    this.#at += 1
    return byte
  }

  take(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw new BytesFault('ends too early')
    this.#at += length
    return this.#bytes.slice(this.#at - length, this.#at)
  }

  /** ULEB128 of one byte: no list, variant or key of a sign-in is longer than 127. */
  short(): number {
    const byte = this.byte()
    if (byte > 0x7f) throw new BytesFault('has a length that is too long')
    return byte
  }

  /** Bytes of exactly this length, after their length. */
  sized(length: number): Uint8Array {
    if (this.short() !== length) throw new BytesFault('has a part of a wrong length')
    return this.take(length)
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw new BytesFault('goes on after its end')
  }
}
