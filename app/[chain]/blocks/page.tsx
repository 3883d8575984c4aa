export { generateMetadata, Page as default } from '#components/evm/chain/blocks-page.tsx'
