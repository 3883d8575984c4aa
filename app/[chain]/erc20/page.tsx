export { generateMetadata, Page as default } from '#components/evm/token/tokens-page.tsx'
