type Entry<Value> = { value: Value; weight: number }

/**
 * A cache bounded by the total weight of its values. It keeps two generations: when the younger one reaches half of
 * `weightMax`, it becomes the older one, whose unused values are dropped. Using a value costs no more than a lookup.
 */
export class RecentlyUsed<Value> {
  #younger = new Map<string, Entry<Value>>()
  #older = new Map<string, Entry<Value>>()
  readonly #generationMax: number
  #weight = 0

  constructor(weightMax: number) {
    this.#generationMax = weightMax / 2
  }

  get(key: string): Value | undefined {
    const young = this.#younger.get(key)
    if (young) return young.value
    const old = this.#older.get(key)
    if (old) this.set(key, old.value, old.weight)
    return old?.value
  }

  set(key: string, value: Value, weight = 1): void {
    this.#weight += weight - (this.#younger.get(key)?.weight ?? 0)
    if (this.#weight > this.#generationMax && this.#younger.size > 0) {
      this.#older = this.#younger
      this.#younger = new Map()
      this.#weight = weight
    }
    this.#younger.set(key, { value, weight })
  }
}
