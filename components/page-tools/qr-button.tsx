import { QrCode } from 'lucide'
import { Icon } from '#components/ui/icon.tsx'

/** An address as a QR code, created on request. */
export const QrButton = ({ value }: { value: string }) => (
  <button
    type="button"
    data-opens="qr"
    data-value={value}
    title="Show as a QR code"
    aria-label="Show as a QR code"
    className="hit inline-flex shrink-0 rounded p-1.25 align-middle text-muted hover:text-accent"
  >
    <Icon of={QrCode} size={14} />
  </button>
)
