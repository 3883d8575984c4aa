export { generateMetadata, Page as default } from '#components/evm/trace/block-internal-page.tsx'
