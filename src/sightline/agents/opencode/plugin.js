// Sightline's plugin for OpenCode: runs the sightline hook and adds its answer to the message.
// Written by `sightline install`, removed by `sightline uninstall`.
import { spawn } from "node:child_process"

const COMMAND = __COMMAND__
const MILLISECONDS = 3000

function ask(payload) {
  return new Promise((resolve) => {
    let output = ""
    const child = spawn(COMMAND[0], COMMAND.slice(1), { stdio: ["pipe", "pipe", "ignore"] })
    const timer = setTimeout(() => child.kill(), MILLISECONDS)
    const finish = () => {
      clearTimeout(timer)
      try {
        resolve(JSON.parse(output).context || "")
      } catch {
        resolve("")
      }
    }
    child.on("error", finish)
    child.on("close", finish)
    child.stdin.on("error", () => {})
    child.stdout.on("data", (part) => (output += part))
    child.stdin.end(JSON.stringify(payload))
  })
}

export const Sightline = async ({ directory }) => {
  const payload = (name, session, more) => ({
    hook_event_name: name, session_id: session || "", cwd: directory, ...more,
  })
  return {
    "chat.message": async (input, output) => {
      const texts = output.parts.filter((part) => part.type === "text" && !part.synthetic)
      const prompt = texts.map((part) => part.text).join("\n")
      if (!prompt) return
      const session = input.sessionID || output.message.sessionID
      const context = await ask(payload("UserPromptSubmit", session, { prompt }))
      if (!context) return
      output.parts.push({
        id: "prt_sightline_" + Date.now().toString(36),
        sessionID: output.message.sessionID,
        messageID: output.message.id,
        type: "text", text: context, synthetic: true,
      })
    },
    "tool.execute.after": async (input, output) => {
      if (!["bash", "edit", "write", "patch"].includes(input.tool)) return
      await ask(payload("PostToolUse", input.sessionID, {
        tool_name: input.tool, tool_use_id: input.callID, tool_input: input.args,
        tool_response: { output: output.output, exit_code: output.metadata?.exit },
      }))
    },
    "experimental.session.compacting": async (input, output) => {
      await ask(payload("PreCompact", input.sessionID, { trigger: "auto" }))
      const context = await ask(payload("SessionStart", input.sessionID, { source: "compact" }))
      if (context) output.context.push(context)
    },
    event: async ({ event }) => {
      if (event.type === "session.idle") await ask(payload("Stop", event.properties?.sessionID, {}))
    },
  }
}
