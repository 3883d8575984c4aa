import { Button } from './button.tsx'

/** Over the page, when what was asked for could not be loaded: its code is not there, so another try is a new load. */
export const NotLoaded = () => (
  <p
    role="alert"
    className="fixed inset-x-4 bottom-4 z-50 mx-auto flex w-fit items-center gap-3 rounded-lg border border-line bg-surface px-4 py-2 text-sm shadow-xl"
  >
    This part could not be loaded.
    <Button onClick={() => location.reload()}>Load the page again</Button>
  </p>
)
