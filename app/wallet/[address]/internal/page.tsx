export { generateMetadata, Page as default } from '#components/evm/timeline/internal-page.tsx'
