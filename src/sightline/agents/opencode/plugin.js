// Sightline's plugin for OpenCode: runs the sightline hook and adds its answer to the message.
// Written by `sightline install`, removed by `sightline uninstall`.
import { spawn } from "node:child_process"

const COMMAND = __COMMAND__
const MILLISECONDS = 3000
const PART = "prt_sightline_"

const isOurs = (part) => part.id?.startsWith(PART)

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
      // Ignored parts are stored but not sent, so the request for a title does not contain this one.
      output.parts.push({
        id: PART + Date.now().toString(36),
        sessionID: output.message.sessionID,
        messageID: output.message.id,
        type: "text", text: context, synthetic: true, ignored: true,
      })
    },
    // Called for the requests that answer the user: send our parts in these.
    "experimental.chat.messages.transform": async (_input, output) => {
      output.messages.forEach((message, place) => {
        if (!message.parts.some(isOurs)) return
        const parts = message.parts.map((part) => (isOurs(part) ? { ...part, ignored: false } : part))
        output.messages[place] = { ...message, parts }
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
