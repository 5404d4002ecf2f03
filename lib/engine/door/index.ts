export { createDoor, type DoorDeps } from "./create-door";
