import type { FamilyBase, FamilyParts, HostedSource } from '#lib/config/family.ts'
import { families } from '#lib/server/families.ts'

type Families = typeof families

type Composed = { [Name in keyof Families]: Awaited<ReturnType<Families[Name]['compose']>> }

/** The parts of each family, by its name. */
export const composeFamilies = async (base: FamilyBase): Promise<Composed> => {
  const composed = Object.entries(families).map(async ([name, { compose, coverage }]) => {
    const hostedSource: HostedSource = (api, baseUrl, options) =>
      base.hostedSource(api, baseUrl, { ...coverage, ...options })
    return [name, await compose({ ...base, hostedSource })]
  })
  return Object.fromEntries(await Promise.all(composed))
}

/** The in-process clients of pages, by the name of the family. */
export const familyPages = (composed: Composed): { [Name in keyof Composed]: Composed[Name]['pages'] } => {
  const pages = Object.entries(composed).map(([name, { pages }]) => [name, pages])
  return Object.fromEntries(pages)
}

export const familyParts = (composed: Composed): readonly FamilyParts[] => Object.values(composed)
