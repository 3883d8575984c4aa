/** The signature of a constructor, without the names of the fields of tuples. */
export const constructorSignature = (params: readonly { type: string }[]): string =>
  `constructor(${params.map(({ type }) => type.replace(/ [A-Za-z_$][\w$]{0,255}(?=[,)])/g, '')).join()})`
