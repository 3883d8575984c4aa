import { browserFamilies } from '#components/browser-families.ts'
import type { FamilyLabels } from '#components/family.ts'

const all = browserFamilies.map(({ labels }) => labels)

/** Links in rows of lists that end with the row's position. */
export const positionLinks = all.map(({ positionLinks }) => positionLinks).join()

/** The family of a chain: the one that lists its name, or else the one whose chains have any name. */
export const labelFamily = (chain: string): FamilyLabels =>
  all.find(({ chains }) => chains?.includes(chain)) ??
  all.find(({ chains }) => chains === undefined) ??
  browserFamilies[0].labels
