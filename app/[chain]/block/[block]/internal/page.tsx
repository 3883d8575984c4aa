export { generateMetadata, Page as default } from '#components/evm/block/internal-page.tsx'
