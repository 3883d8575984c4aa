/**
 * Takes the place of the query library's cache of writes. What visitors write is one request whose answer is shown
 * (`useAction`), never one that waits or is repeated, so there is nothing to keep.
 */
export class MutationCache {
  clear(): void {}
  findAll(): readonly never[] {
    return []
  }
  resumePausedMutations(): Promise<void> {
    return Promise.resolve()
  }
}
