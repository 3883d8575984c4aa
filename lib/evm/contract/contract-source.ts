import type { Service } from '#lib/api/endpoint.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import { isHex } from '#lib/evm/chain/block.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import type { contractSourceEndpoints, EvmSourceFile } from './code-contract.ts'
import { remappingsOf } from './compiler-settings.ts'
import { importedFiles } from './imported-files.ts'
import { needsNode } from './needs-node.ts'
import { licenseOf, lineCount } from './source-text.ts'

/** One file of the sources of a contract. */
export const contractSource =
  (context: EvmQueryContext): Service<typeof contractSourceEndpoints>['evmContractSource'] =>
  async ({ address, file, ...input }, call): Promise<EvmSourceFile> => {
    const chain = context.served.resolve(input.chain)
    if (!context.node.code || !isHex(address)) throw needsNode(chain)
    const block = await stateBlockOf(context, chain, undefined)
    const code = await context.node.code(chain, address, block, call?.signal)
    const sources =
      isHex(code) && code !== '0x' ? await context.sources?.find(chain, { address, code }, call?.signal) : undefined
    if (!sources)
      throw new ServiceError('not_found', `The source code of ${address} on ${chain.title} is not known here.`)
    const paths = Object.keys(sources.files)
    const path = file ?? (Object.hasOwn(sources.files, sources.file) ? sources.file : paths[0])
    const text = path !== undefined && Object.hasOwn(sources.files, path) ? sources.files[path] : undefined
    if (path === undefined || text === undefined)
      throw badParameter('file', 'is not a file of this contract: see `files` of its code')
    return {
      address,
      path,
      language: sources.language,
      license: licenseOf(text),
      bytes: Buffer.byteLength(text),
      lines: lineCount(text),
      imports: importedFiles({ path, text }, new Set(paths), remappingsOf(sources.settings)),
      text,
    }
  }
