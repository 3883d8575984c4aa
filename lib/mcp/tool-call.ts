import type { Coverage } from '#lib/api/coverage.ts'
import type { CallContext } from '#lib/api/endpoint.ts'
import { shortenedHeader } from '#lib/api/fit-answer.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { currentVisit } from '#lib/http/admit.ts'
import { questionUnits } from '#lib/http/request-kind.ts'
import type { ToolCall } from './tool.ts'

/** @throws rate_limited when the caller's budget is used up */
const pay = async (options?: { units: number }): Promise<void> => {
  const { refused } = (await currentVisit()?.pay(options)) ?? {}
  if (refused) throw refused
}

/** The request has paid for one tool call; each further one of a batch costs as much. */
export const createCharge = (): (() => Promise<void>) => {
  let calls = 0
  return async () => {
    calls += 1
    if (calls > 1) await pay()
  }
}

/** The calls of one request. Its first question is paid; each further one costs as much as that of a page. */
export const createToolCall = (
  caller: Pick<ToolCall, 'signal' | 'requester' | 'scopes'>,
  onSource: (source: string) => void,
): ToolCall => {
  const { signal, requester } = caller
  let questions = 0
  return {
    ...caller,
    ask: async (question) => {
      questions += 1
      if (questions > 1) await pay({ units: questionUnits })
      let coverage: Coverage | undefined
      let source: string | undefined
      let shortened: string | undefined
      const answer = await question({
        signal,
        ...(requester && { requester }),
        coveredBy: (known) => {
          coverage = known
        },
        answeredBy: (name) => {
          source = name
          onSource(name)
        },
        setHeader: (name, value) => {
          if (name === shortenedHeader) shortened = value
        },
      })
      return { answer, coverage, source, shortened }
    },
  }
}

const missingCodes = ['not_available', 'not_found', 'chain_not_served', 'upstream_timeout', 'upstream_failed'] as const

/** A part of an answer that is left out where this server does not have it. */
export const askIfKnown = async <Answer>(
  call: ToolCall,
  question: (context: CallContext) => Promise<Answer>,
): Promise<Answer | undefined> => {
  try {
    return (await call.ask(question)).answer
  } catch (error) {
    if (missingCodes.some((code) => isServiceError(error, code))) return undefined
    throw error
  }
}
