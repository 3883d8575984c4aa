import type { AptosModuleSummary, AptosPackage } from '#lib/aptos/account/contract.ts'

/** Modules under their packages, and last those that belong to none. */
export const modulesByPackage = (
  packages: readonly AptosPackage[],
  modules: readonly AptosModuleSummary[],
): { published: AptosPackage | undefined; modules: AptosModuleSummary[] }[] =>
  [...packages, undefined]
    .map((published) => ({
      published,
      modules: modules.filter(({ package_name }) => package_name === (published?.name ?? null)),
    }))
    .filter(({ modules: own }) => own.length > 0)
