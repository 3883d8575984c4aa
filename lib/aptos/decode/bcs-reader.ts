/** Bytes that are not what they should be. */
export class BcsError extends Error {
  override readonly name = 'BcsError'
}

const strictText = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads BCS (Binary Canonical Serialization) from the front. @throws BcsError where the bytes end or break its rules. */
export class BcsReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  take(byteCount: number): Buffer {
    const end = this.#at + byteCount
    if (end > this.#bytes.length) throw new BcsError('the bytes end too early')
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }

  /** 0x and 64 hex digits. */
  address(): string {
    return `0x${this.take(32).toString('hex')}`
  }

  u64(): bigint {
    return this.take(8).readBigUInt64LE()
  }

  /** ULEB128 of at most 32 bits, in its shortest form. */
  length(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const [byte = 0] = this.take(1)
      value += (byte & 0x7f) * 2 ** shift
      if (byte & 0x80) continue
      if ((byte === 0 && shift > 0) || value > 0xffff_ffff) break
      return value
    }
    throw new BcsError('a length is not in its shortest form')
  }

  bytes(): Buffer {
    return this.take(this.length())
  }

  text(): string {
    try {
      return strictText.decode(this.bytes())
    } catch (error) {
      throw error instanceof BcsError ? error : new BcsError('a text is not UTF-8', { cause: error })
    }
  }
}
