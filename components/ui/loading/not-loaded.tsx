import { Button } from '#components/ui/button.tsx'

/** Shown over the page when code that was requested could not be loaded. A failed import is not retried, so it offers a reload. */
export const NotLoaded = () => (
  <p role="alert" className="toast">
    This part could not be loaded.
    <Button onClick={() => location.reload()}>Reload the page</Button>
  </p>
)
