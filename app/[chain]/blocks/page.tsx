export { generateMetadata, Page as default } from '#components/evm/block/blocks-page.tsx'
