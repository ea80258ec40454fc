// Plays Jenkins for one pipeline: `groovy play.groovy DONATION_CONFORMANCE JENKINSFILE WORKSPACE`.
// Steps of Jenkins become what they do to a workspace; the last line says, as JSON, which were called and how it ended.
import groovy.json.JsonOutput

def (step, jenkinsfile, workspace) = args.collect { new File(it) }
def calls = []
def variables = [:]
def loader = new GroovyClassLoader()
loader.parseClass('@interface Library { String value() }')
def shell = { new GroovyShell(loader, it) }

def steps = [
  withEnv: { List list, Closure body ->
    def before = new LinkedHashMap(variables)
    list.each { String one -> variables.putAll([(one.split('=', 2)[0]): one.split('=', 2)[1]]) }
    body()
    variables.clear()
    variables.putAll(before)
  },
  sh: { Map given ->
    def builder = new ProcessBuilder('/bin/sh', '-xe', '-c', given.script as String).directory(workspace)
    builder.environment().putAll(variables)
    builder.redirectError(ProcessBuilder.Redirect.INHERIT).redirectOutput(ProcessBuilder.Redirect.INHERIT)
    def status = builder.start().waitFor()
    if (!given.returnStatus && status != 0) throw new IllegalStateException("script returned exit code ${status}")
    status
  },
  junit: { Map given -> calls << [step: 'junit'] + given },
  archiveArtifacts: { Map given -> calls << [step: 'archiveArtifacts'] + given },
  error: { message -> throw new IllegalStateException(message as String) },
]

/** The blocks of a declarative pipeline, each of which just runs what it holds. */
class Pipeline extends Binding {
  Object getVariable(String name) {
    super.hasVariable(name) ? super.getVariable(name) : "value of ${name}"
  }
}
def pipeline = new Pipeline()
def block = { Object[] given -> if (given && given[-1] instanceof Closure) given[-1].call() }
['pipeline', 'agent', 'environment', 'docker', 'options', 'stages', 'stage', 'steps', 'image', 'disableConcurrentBuilds'].each { pipeline.setVariable(it, block) }
pipeline.setVariable('credentials', { String id -> "credential ${id}" })
pipeline.setVariable('donationConformance', { Map given = [:] ->
  shell(new Binding(steps)).parse(step).call(given)
})

def end = [:]
try {
  shell(pipeline).parse(jenkinsfile).run()
} catch (IllegalStateException failure) {
  end.error = failure.message
}
println JsonOutput.toJson([calls: calls] + end)
