export { generateMetadata, Page as default } from '#components/evm/block/block-page.tsx'
