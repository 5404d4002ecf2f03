import { LoadingPage } from "@/components/ui/skeleton";

const Loading = () => <LoadingPage title="Replay" heights={["h-20", "h-32", "h-80 md:h-112"]} />;
export default Loading;
