/** Next's layout router asks this of every segment. Only its own prefetching makes deferred ones, and this router has none. */
export const isDeferredRsc = (): boolean => false
