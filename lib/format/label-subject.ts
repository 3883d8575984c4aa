/** The subject of a label: `chain` as in the explorer's paths, `subject` an address, `address/id`, a hash or a version. */
export type LabelSubject = { kind: LabelKind; chain: string; subject: string }

export const labelKinds = ['wallet', 'collection', 'token', 'transaction'] as const
export type LabelKind = (typeof labelKinds)[number]
