export { generateMetadata, Page as default } from '#components/aptos/account/modules-page.tsx'
