/** The keys of an object that has exactly the keys of its type. */
export const keysOf = <T extends object>(object: T): (keyof T & string)[] => Object.keys(object) as (keyof T & string)[]

/** An object of one value for each key. */
export const recordOf = <Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key) => Value,
): Record<Key, Value> => Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>

/** Whether a text is one of an object's own keys. */
export const isKeyOf = <T extends object>(object: T, key: string): key is keyof T & string => Object.hasOwn(object, key)
