import { RawText } from '#components/ui/raw-text.tsx'
import type { AnsweredRequest } from './exchange.ts'

/** The shown part of a response body. */
export const AnswerBody = ({ label, answer: { body, cutFrom } }: { label: string; answer: AnsweredRequest }) => (
  <>
    <RawText label={label} value={body} />
    {cutFrom !== undefined && (
      <p className="text-muted text-xs">Cut off; use curl to get all {cutFrom.toLocaleString('en')} characters.</p>
    )}
  </>
)
