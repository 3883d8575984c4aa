export { generateMetadata, Page as default } from '#components/evm/token/token-page.tsx'
