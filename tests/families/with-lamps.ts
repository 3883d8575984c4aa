/* The lists of the product with the family of these tests added: what `vi.mock` gives for them. */

type Original = <Module>() => Promise<Module>

/** lib/server/families.ts */
export const familiesWithLamps = async (original: Original) => {
  const { families } = await original<typeof import('#lib/server/families.ts')>()
  const { lampFamily } = await import('./lamp-family.ts')
  const all = { ...families, lamp: lampFamily }
  return { families: all, allFamilies: Object.values(all) }
}

/** lib/config/family-configs.ts */
export const configsWithLamps = async (original: Original) => {
  const { familyConfigs } = await original<typeof import('#lib/config/family-configs.ts')>()
  const { lampConfig } = await import('./lamp-family.ts')
  return { familyConfigs: { ...familyConfigs, lamp: lampConfig } }
}

/** lib/recognise/recognisers.ts */
export const recognisersWithLamps = async (original: Original) => {
  const { recognisers } = await original<typeof import('#lib/recognise/recognisers.ts')>()
  const { lampRecogniser } = await import('./lamp-family.ts')
  return { recognisers: [...recognisers, lampRecogniser] }
}
