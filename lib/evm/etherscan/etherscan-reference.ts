import type { ActionParameterReference, ActionReference, ActionSystem } from '#lib/api/action-reference.ts'
import { etherscanModules } from './etherscan-actions.ts'
import { etherscanOpenApiPaths } from './etherscan-openapi.ts'
import examples from './example-answers.json' with { type: 'json' }
import type { ActionParameters, EtherscanModule } from './kit/action.ts'
import { unansweredActions } from './unanswered-actions.ts'

/** Answers on the demo ledger, which a test compares with those of a server. */
const exampleAnswers: Readonly<Record<string, ActionReference['example'] | undefined>> = examples

const named = (name: string, words: readonly string[], description: string): ActionParameterReference => ({
  ...{ name, place: 'query', type: 'text', list: false, isJson: false, fallback: undefined, words, description },
  required: name !== 'chainid',
  accepts: words.length > 0 ? words.join(' or ') : 'the id of a served chain',
})

const ownParameters = (parameters: ActionParameters): ActionParameterReference[] =>
  Object.entries(parameters).map(([name, { accepts, description, isRequired, words = [] }]) => ({
    ...{ name, accepts, description, words, required: isRequired },
    ...{ place: 'query', type: 'text', list: false, isJson: false, fallback: undefined },
  }))

const modules: Readonly<Record<string, EtherscanModule>> = etherscanModules

const actions: ActionReference[] = Object.entries(modules).flatMap(([module, inModule]) =>
  Object.entries(inModule).map(([name, declared]): ActionReference => {
    const { input = {}, output = null } = exampleAnswers[`${module}.${name}`] ?? {}
    return {
      name: `${module}-${name}`,
      method: declared.isPosted ? 'POST' : 'GET',
      path: `/api?module=${module}&action=${name}`,
      summary: declared.summary,
      description: declared.description ?? '',
      tag: module,
      deprecated: false,
      parameters: [
        named(
          'chainid',
          [],
          'The chain. Needed at `/v2/api`; elsewhere the first chain of this server is the default.',
        ),
        named('module', [module], 'The module.'),
        named('action', [name], 'The action.'),
        ...ownParameters(declared.parameters),
      ],
      result: declared.result,
      source: declared.source,
      example: { input: { module, action: name, ...input }, output },
    }
  }),
)

/** Etherscan's API, as reference pages and the OpenAPI document show it. */
export const etherscanReference: ActionSystem = {
  name: 'etherscan',
  title: 'Etherscan',
  basePath: '/v2/api',
  summary:
    'The API of Etherscan, V2 and V1, for tools that know it. Every answer has status 200; an error has `status` 0. What is not fully ' +
    'indexed is an error that names the indexed blocks, never a shorter list.',
  doors: [
    ['/v2/api', 'V2: the chain is `chainid`.'],
    ['/api', 'V1: the first chain of this server, unless `chainid` is sent.'],
    ['/{chain}/api', 'V1 of a chain by its name or id, for tools that send no `chainid`.'],
    ['/v2/chainlist', 'The served chains.'],
  ],
  endpoints: actions,
  unanswered: Object.entries(unansweredActions).flatMap(([module, reasons]) =>
    Object.entries(reasons).map(([name, reason]) => [`${module}.${name}`, reason] as const),
  ),
  openApiPaths: etherscanOpenApiPaths,
}
