export { generateMetadata, Page as default } from '#components/aptos/network/blocks-page.tsx'
