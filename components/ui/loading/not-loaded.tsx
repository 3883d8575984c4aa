import { Button } from '#components/ui/button.tsx'

/** Shown over the page when code that was requested could not be loaded. A failed import is not retried, so it offers a reload. */
export const NotLoaded = () => (
  <p
    role="alert"
    className="fixed inset-x-4 bottom-4 z-50 mx-auto flex w-fit items-center gap-3 rounded-lg border border-line bg-surface px-4 py-2 text-sm shadow-xl"
  >
    This part could not be loaded.
    <Button onClick={() => location.reload()}>Reload the page</Button>
  </p>
)
