/** A map that forgets what was not used for the longest time, once the weights of its values exceed `weightMax`. */
export class RecentlyUsed<Value> {
  readonly #entries = new Map<string, { value: Value; weight: number }>()
  readonly #weightMax: number
  #weight = 0

  constructor(weightMax: number) {
    this.#weightMax = weightMax
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: Value, weight = 1): void {
    this.delete(key)
    this.#entries.set(key, { value, weight })
    this.#weight += weight
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#weightMax) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0
    this.#entries.delete(key)
  }
}
