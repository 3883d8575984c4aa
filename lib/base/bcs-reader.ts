import { toHex } from './bytes.ts'

/** Bytes that are not valid BCS, or not of the expected type. */
export class BcsError extends Error {
  override readonly name = 'BcsError'
}

const strictText = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads BCS (Binary Canonical Serialization) from the front. Each value has exactly one encoding. Our own, because
 * `@mysten/bcs` 2.1.2 reads past the end of a view into its buffer and accepts text that is not UTF-8. @throws BcsError
 * if the bytes end early or break the rules.
 */
export class BcsReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  /** Refuses bytes that follow the value. */
  end(): void {
    if (!this.isAtEnd) throw new BcsError('bytes are left over')
  }

  /** A view of the next bytes, not a copy. */
  take(byteCount: number): Uint8Array {
    const end = this.#at + byteCount
    if (end > this.#bytes.length) throw new BcsError('the bytes end too early')
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }

  byte(): number {
    const [byte = 0] = this.take(1)
    return byte
  }

  /** 0x and 64 hex digits. */
  address(): string {
    return toHex(this.take(32))
  }

  u64(): bigint {
    const { buffer, byteOffset } = this.take(8)
    return new DataView(buffer, byteOffset).getBigUint64(0, true)
  }

  /** ULEB128 of at most 32 bits in its shortest form: a length, or the variant of an enum. */
  length(max = 0xffff_ffff): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte()
      value += (byte & 0x7f) * 2 ** shift
      if (byte & 0x80) continue
      if (byte === 0 && shift > 0) break
      if (value > max) throw new BcsError('a length is too large')
      return value
    }
    throw new BcsError('a length is not in its shortest form')
  }

  bytes(): Uint8Array {
    return this.take(this.length())
  }

  /** Bytes that must be of this length. */
  sized(byteCount: number): Uint8Array {
    if (this.length() !== byteCount) throw new BcsError('a part has the wrong length')
    return this.take(byteCount)
  }

  text(): string {
    const bytes = this.bytes()
    try {
      return strictText.decode(bytes)
    } catch (cause) {
      throw new BcsError('a text is not UTF-8', { cause })
    }
  }
}
