export { generateMetadata, Page as default } from '#components/evm/chain/bodies/uncles-page.tsx'
