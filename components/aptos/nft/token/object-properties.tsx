import type { AptosDigitalAsset } from '#lib/aptos/asset/digital-asset-contract.ts'
import type { Answer, Question } from '#lib/pages/question.ts'
import { TokenProperties } from './token-properties.tsx'

/** The property map of a digital asset; nothing without one. */
export const ObjectProperties = async ({
  answer,
  question,
}: {
  answer: Promise<Answer<AptosDigitalAsset>>
  question: Question<AptosDigitalAsset>
}) => {
  const { data } = await answer
  if (data === undefined || Object.keys(data.properties).length === 0) return null
  return <TokenProperties properties={data.properties} call={question} />
}
