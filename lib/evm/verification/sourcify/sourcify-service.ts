import type { Requester, Service } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/evm/chain/block.ts'
import type { VerifyDesk } from '#lib/evm/verification/verify-desk.ts'
import { contractFields } from './contract-fields.ts'
import { fromMetadata } from './from-metadata.ts'
import { asAddress, matchFields } from './match-fields.ts'
import type { sourcifyApi } from './sourcify-contract.ts'

/** Sourcify's API over the verifications of this server. */
export const createSourcifyService = (desk: VerifyDesk): Service<typeof sourcifyApi> => {
  const submit = async (
    chainId: number,
    request: Omit<Parameters<VerifyDesk['submit']>[1], 'by' | 'creationTransaction'>,
    creationTransactionHash: string | undefined,
    requester: Requester | undefined,
  ) => {
    const creationTransaction = creationTransactionHash === undefined ? undefined : asHex(creationTransactionHash)
    const { id, place } = await desk.submit(chainId, { ...request, by: 'sourcify', creationTransaction }, requester)
    return { verificationId: id, queuePosition: place }
  }
  return {
    verifyStandardJson: async ({ chainId, address, stdJsonInput, contractIdentifier, ...rest }, context) =>
      await submit(
        chainId,
        {
          address: asHex(address),
          input: stdJsonInput,
          contract: contractIdentifier,
          compilerVersion: rest.compilerVersion,
        },
        rest.creationTransactionHash,
        context?.requester,
      ),

    verifyMetadata: async ({ chainId, address, sources, metadata, creationTransactionHash }, context) =>
      await submit(
        chainId,
        { address: asHex(address), ...fromMetadata(metadata, sources) },
        creationTransactionHash,
        context?.requester,
      ),

    verification: async ({ verificationId }) => {
      const found = await desk.find(verificationId)
      if (found === undefined) throw new ServiceError('not_found', 'There is no verification with this id.')
      const { chain, address, place, startedAt, finishedAt, fault } = found
      const contract = fault === undefined && finishedAt !== undefined ? await desk.verified(chain, address) : undefined
      return {
        isJobCompleted: finishedAt !== undefined,
        verificationId,
        jobStartTime: new Date(startedAt).toISOString(),
        ...(place !== undefined && { queuePosition: place }),
        ...(finishedAt !== undefined && { jobFinishTime: new Date(finishedAt).toISOString() }),
        contract: matchFields(chain, address, contract),
        ...(fault && { error: { customCode: fault.code, message: fault.message, errorId: verificationId } }),
      }
    },

    contract: async ({ chainId, address, fields, omit }) => {
      const chain = desk.chain(chainId)
      const contract = await desk.verified(chain.id, asHex(address))
      if (contract === undefined)
        throw new ServiceError('not_found', `Contract ${asAddress(address)} on chain ${chainId} is not verified here.`)
      const basic = matchFields(chainId, asHex(address), contract)
      if (fields === undefined && omit === undefined) return basic
      const sources = await desk.sources(chain.id, asHex(address))
      return { ...basic, ...contractFields(contract, sources, { fields, omit }) }
    },
  }
}

const asHex = (text: string): Hex => `0x${text.slice(2)}`
