export { generateMetadata, Page as default } from '#components/evm/token/holders-page.tsx'
