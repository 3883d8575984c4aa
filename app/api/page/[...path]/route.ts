import { drawPreview } from '#components/kit/draw-preview.tsx'
import { pages } from '#components/pages.ts'
import { systems } from '#lib/server/systems.ts'

export const dynamic = 'force-dynamic'

const parts = { registry: pages, draw: drawPreview }

const handle = async (request: Request): Promise<Response> => (await systems()).pages(request, parts)

export { handle as DELETE, handle as GET, handle as HEAD, handle as PATCH, handle as POST, handle as PUT }
