export { generateMetadata, Page as default } from '#components/evm/block/uncles-page.tsx'
